/** A customer with more active plates and tags than these is pointed out (docs/rules/members.md#plates-and-tags). */
export const mostActiveCodes = 2;

/** The codes that admit somebody, each once: at several sites the same code is one, and one with the marker '~' is switched off. */
export const activeCodes = (codes: readonly string[]): string[] => [...new Set(codes.filter((code) => !code.includes('~')))];
