"""On the Beat (Allen, Chu, Shapiro, Faloutsos): its figures, and tables of what it promises."""
