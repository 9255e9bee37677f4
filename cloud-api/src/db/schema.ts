/**
 * The schema after all migrations, table by table, singular snake_case. A table is declared next to its type: in the only store that uses
 * it, or in `tables/`.
 */
export interface Database {}
