"""What a person does to a running world, without a window: keys, hands, time, recordings, menus."""
