const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text has the form of Washdesk's own ids, which are UUIDs. Ids of the payment provider are not. */
export const isOwnId = (id: string): boolean => uuid.test(id);
