/** The browser has no WebGL. The shell tells the visitor; it has no other reason to load three.js, so this file is its own. */
export class NoWebGLError extends Error {}
