import { hash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/** Compares texts in a time that does not depend on where they differ. */
export const isSameText = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
