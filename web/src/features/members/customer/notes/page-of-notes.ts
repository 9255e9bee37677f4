export const pageSizes = ['10', '20', '50', '100'] as const;
export type PageSize = (typeof pageSizes)[number];

export interface PageOfNotes {
  /** The page number, from 1. */
  page: number;
  pageSize: PageSize;
}

export const firstPage: PageOfNotes = { page: 1, pageSize: '50' };

/** Returns at least 1, because the first page exists even without notes. */
export const pageCount = (count: number, pageSize: PageSize): number => Math.max(1, Math.ceil(count / Number(pageSize)));
