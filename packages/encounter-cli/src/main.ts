#!/usr/bin/env node
/** The command `encounter`. */
