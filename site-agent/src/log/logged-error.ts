/** Errors of the language: a mistake in the program, unless the system raised them. */
const mistakes: ReadonlySet<string> = new Set(['Error', 'TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'AggregateError']);

/**
 * Returns an error as it is logged. A condition with a name of its own, or of the system, is described by its words alone: a stack for each
 * attempt to reach a device that is switched off hides the line that matters.
 */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  const isOfSystem = typeof code === 'string' && !code.startsWith('ERR_');
  const words = { type: error.name, message: wordsOf(error), ...(code !== undefined && { code }) };
  return mistakes.has(error.name) && !isOfSystem ? { ...words, stack: error.stack } : words;
}

/** The cause's words are added if the message does not contain them. */
function wordsOf(error: Error): string {
  const { message, cause } = error;
  const own = message === '' && error instanceof AggregateError ? error.errors.map((one) => wordsOf(one as Error)).join(', ') : message;
  if (!(cause instanceof Error) || own.includes(cause.message)) return own;
  return `${own}: ${wordsOf(cause)}`;
}
