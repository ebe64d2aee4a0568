"""The panel of settings and live plots."""
