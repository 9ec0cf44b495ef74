/** How many words the tables of packed geometry have for each entry; the page and its writer share this. */

/** The number of a part that does not clash. */
export const NONE = 0xffffffff;

export const GEOMETRY_WORDS = 4;

export const PART_WORDS = 20;
