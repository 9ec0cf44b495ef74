// The book's own figures, and what its models are called here.

/** The machine of the book's tables (§5.3.3). */
export const BOOK_MACHINE = 'AMD Athlon, 1.4 GHz, GNU C++ 3.3 -O2, Linux 2.4';

/** What stands for a model of the book. */
export const NAMES = { Torus: 'torus', Teapot: 'teapot', Bunny: 'dented ball for the Bunny' };

/** Table 5.1: fit, operations of a test at most, scalars. (The book's k counts directions, ours planes.) */
export const VOLUMES = {
  sphere: ['poor', 11, 4],
  AABB: ['poor', 6, 6],
  '14-DOP': ['fair', 14, 14],
  '18-DOP': ['fair', 18, 18],
  '26-DOP': ['fair', 26, 26],
  OBB: ['good', 200, 15],
};

/** Tables 5.2 and 5.3, by size of the cube: % of pairs that the first test lets through, % that both do, operations on average. */
export const TORI = {
  sphere: { 100: [4.6, null, 471], 20: [98.7, null, 9881] },
  OBB: { 100: [4.1, null, 610], 20: [86.9, null, 8890] },
  // Not in the book: the same figures again, beside a test of six axes.
  'OBB, six axes': { 100: [4.1, null, 610], 20: [86.9, null, 8890] },
  'dynamic AABB, OBB': { 100: [9.1, 4.1, 482], 20: [99, 86.9, 8942] },
  'fixed AABB, OBB': { 100: [7.8, 3.9, 412], 20: [100, 86.9, 8896] },
  'sphere, OBB': { 100: [4.6, 3.4, 360], 20: [98.7, 86.5, 8858] },
};

/** Tables 5.4 and 5.5: N_b over a million tests, C_b in µs, N_p, C_p in µs, T_total in s, which is µs a test. */
export const TREES = {
  full: {
    OBB: {
      Torus: [100971773, 0.53, 1946006, 1.56, 56.6],
      Teapot: [119828088, 0.53, 1861728, 1.68, 66],
      Bunny: [180084565, 0.54, 1349839, 1.97, 100],
    },
    AABB: {
      Torus: [451627619, 0.29, 37173201, 0.54, 153.1],
      Teapot: [360367257, 0.29, 19693604, 0.63, 116.3],
      Bunny: [506440438, 0.3, 14135544, 0.74, 164],
    },
  },
  lite: {
    OBB: {
      Torus: [130139725, 0.39, 3671005, 1.34, 55.8],
      Teapot: [143540360, 0.39, 2794760, 1.27, 60.2],
      Bunny: [216946083, 0.41, 1964455, 1.77, 92.5],
    },
    AABB: {
      Torus: [547995855, 0.18, 48685371, 0.51, 124.6],
      Teapot: [420645385, 0.17, 23096133, 0.58, 86],
      Bunny: [589819356, 0.19, 16755783, 0.71, 123.9],
    },
  },
};

/** Table 5.6, in milliseconds. */
export const DEFORM = {
  'build an OBB tree': { Torus: 35.9, Teapot: 28, Bunny: 681 },
  'build an AABB tree': { Torus: 6.1, Teapot: 5, Bunny: 192 },
  'refit an AABB tree': { Torus: 3.1, Teapot: 2.4, Bunny: 50.2 },
  'refit an OBB tree': {},
  'test a pair of OBB trees': { Torus: 0.06, Teapot: 0.06, Bunny: 0.1 },
  'test a pair of AABB trees': { Torus: 0.12, Teapot: 0.09, Bunny: 0.12 },
};

/** §6.1, §6.3.1, §7.1: bytes a primitive. */
export const SIZES = {
  'one AABB': 24,
  'one OBB': 60,
  'AABB tree, one triangle a leaf': 64,
  "AABB tree, the library's own": null,
  'the triangle itself': 20,
  'all that a mesh holds': 100,
  'OBB tree, one triangle a leaf': null,
  'BSP tree': null,
  'AABB tree, compressed (Gomez)': 11,
};

export const round = (x, digits = 1) => Number(x.toFixed(digits));
