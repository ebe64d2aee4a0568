"""Drawing with OpenGL 3.3 core: shapes by instance, one shadow map, tone mapping. Nothing here changes the world."""
