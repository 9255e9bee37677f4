export const officeChargePath = '/office/charge';
export const chargeCompletePath = '/office/chargecomplete';
