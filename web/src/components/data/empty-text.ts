/** What an antd table without rows says: the words once `data` is there, and nothing while it is on the way or could not be read. */
export const emptyText = (data: unknown, words: string): { emptyText: string } => ({ emptyText: data === undefined ? ' ' : words });
