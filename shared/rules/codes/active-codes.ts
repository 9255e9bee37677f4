/** A customer with more active plates and tags than these is pointed out (docs/rules/members.md#plates-and-tags). */
export const mostActiveCodes = 2;

/** A code with the marker '~' is switched off. */
export const isActiveCode = (code: string): boolean => !code.includes('~');

/** The codes that admit somebody, each once: at several sites the same code is one. */
export const activeCodes = (codes: readonly string[]): string[] => [...new Set(codes.filter(isActiveCode))];
