"""What has been learned offline, as files that a person can read: data/controllers."""
