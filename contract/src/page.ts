/** The name of a meta element: with it in the page, visitors see a readable sample on /schedule. */
export const SAMPLE_SCHEDULE_META = 'sample-schedule';
