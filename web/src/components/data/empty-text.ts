/** Returns an antd table's empty text: the words once `data` is loaded, a space while it loads or after a failure. */
export const emptyText = (data: unknown, words: string): { emptyText: string } => ({ emptyText: data === undefined ? ' ' : words });
