export const increasesPath = '/office/increase';
export const newIncreasePath = '/office/increase/new';

/** Returns the path of one bulk price increase. */
export const increasePath = (id: string): string => `${increasesPath}/${encodeURIComponent(id)}`;
