// A puzzle: the entry of its code, and its optional clock.

import "./clock.js";
import "./entry.js";
import "./share.js";
