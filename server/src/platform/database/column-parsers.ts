import pg from 'pg';

/** A date stays text, such as `2026-06-09`: a Date would depend on the time zone of the process. */
export const columnParsers = new pg.TypeOverrides();
columnParsers.setTypeParser(pg.types.builtins.DATE, (text) => text);
