"""Shots at a goal that somebody keeps."""
