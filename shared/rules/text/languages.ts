/** The languages of the public pages, their terms and members' messages. */
export const memberLanguages = ['en', 'es'] as const;
export type MemberLanguage = (typeof memberLanguages)[number];
