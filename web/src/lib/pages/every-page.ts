/**
 * Reads a list page by page to its end.
 * @param readPage returns the page of a cursor; without one the first
 * @param rowsOf returns a page's rows
 */
export async function everyPage<Answer extends { next_page: string | null }, Row>(
  readPage: (page: string | undefined) => Promise<Answer>,
  rowsOf: (answer: Answer) => readonly Row[],
): Promise<Row[]> {
  const rows: Row[] = [];
  let page: string | undefined;
  do {
    const read = await readPage(page);
    rows.push(...rowsOf(read));
    page = read.next_page ?? undefined;
  } while (page !== undefined);
  return rows;
}
