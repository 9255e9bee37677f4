/**
 * The database as its migrations leave it, table by table, singular snake_case. A table is declared beside its type: in the store that alone
 * uses it, or in `tables/`.
 */
export interface Database {}
