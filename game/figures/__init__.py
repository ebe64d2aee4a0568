"""The papers' figures, made again from simulation here: pictures, plots, and the numbers behind them.

    glassjaw figures dynamo --out figures           # all of a paper's
    glassjaw figures dynamo 3 gain_sweep --out .    # dynamo_3.png, dynamo_3.csv, ...

`figure.py` says what a figure is, `papers.py` lists them, `run.py` makes them in processes or on a cluster.
"""
