export const pageSizes = ['10', '20', '50', '100'] as const;
export type PageSize = (typeof pageSizes)[number];

export interface PageOfNotes {
  /** The page's number, from 1 on. */
  page: number;
  pageSize: PageSize;
}

export const firstPage: PageOfNotes = { page: 1, pageSize: '50' };

/** At least one, because the first page stands also where there is no note. */
export const pageCount = (count: number, pageSize: PageSize): number => Math.max(1, Math.ceil(count / Number(pageSize)));
