/**
 * Chapter 3 of the book as pure functions: nothing here yet.
 *
 * @module encounter/primitives
 */
export {};
