export const numbersRoute = '/office/numbers';
export const numberListRoute = '/office/numbers/list';
