export const increasesPath = '/office/increase';
export const newIncreasePath = '/office/increase/new';

/** The page of one bulk price increase. */
export const increasePath = (id: string): string => `${increasesPath}/${encodeURIComponent(id)}`;
