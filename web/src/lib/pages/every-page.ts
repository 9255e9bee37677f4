/**
 * Reads a list page by page to its end.
 * @param readPage returns a page's rows and the cursor of the next one
 */
export async function everyPage<Row>(
  readPage: (page: string | undefined) => Promise<{ rows: readonly Row[]; next: string | null }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let page: string | undefined;
  do {
    const read = await readPage(page);
    rows.push(...read.rows);
    page = read.next ?? undefined;
  } while (page !== undefined);
  return rows;
}
