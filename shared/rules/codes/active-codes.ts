/** The number of active plates and tags above which a customer is flagged (docs/rules/members.md#plates-and-tags). */
export const mostActiveCodes = 2;

/** Whether a code is active. The marker '~' disables it. */
export const isActiveCode = (code: string): boolean => !code.includes('~');

/** Returns the active codes without duplicates: the same code at several sites counts once. */
export const activeCodes = (codes: readonly string[]): string[] => [...new Set(codes.filter(isActiveCode))];
