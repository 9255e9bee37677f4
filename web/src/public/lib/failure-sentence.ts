import type { CallFailed } from './call.ts';
import type { Language } from './languages.ts';

/** Sentences of a page by the code of a refusal. */
export type Failures = Readonly<Record<string, string>>;

/** The page's sentence for a failure. The server's is English, so it replaces a missing one in English only; otherwise empty. */
export const failureSentence = ({ code, message }: CallFailed, failures: Failures, language: Language): string =>
  failures[code] ?? (language === 'en' ? message : '');
