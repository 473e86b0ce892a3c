"""The pytest plugin: scenario files are collected as tests."""
