export interface SitewatchConfig {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  charset: 'UTF8' | 'WIN1252' | 'ISO8859_1' | 'NONE';
}
