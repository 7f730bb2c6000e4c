/**
 * What is there at once, or will be. Whoever is given it looks which it is: each wait costs more than most of what
 * is waited for.
 */
export type AtOnce<T> = T | Promise<T>;
