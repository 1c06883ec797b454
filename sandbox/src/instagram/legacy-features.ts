import { createParameterError } from './graph-error.ts';

/** Since 2026-11-04, a new app may use none of these, in no version of the Graph API. */
const LEGACY_PARAMETERS: Record<string, string> = {
  ids: 'Multi-ID requests',
  date_format: 'Date formatting',
  method: 'HTTP method override',
  callback: 'JSONP callbacks',
};

/** @throws GraphError */
export function refuseLegacyFeatures(params: Record<string, string>): void {
  const parameter = Object.keys(LEGACY_PARAMETERS).find((name) => name in params);
  const feature = parameter === undefined ? findLegacyValue(params) : LEGACY_PARAMETERS[parameter];
  if (feature !== undefined) {
    throw createParameterError(`${feature} cannot be used by new apps`);
  }
}

function findLegacyValue(params: Record<string, string>): string | undefined {
  if (/\.as\(/.test(params['fields'] ?? '')) return 'Field aliases';
  return 'batch' in params && params['is_async'] !== undefined
    ? 'Asynchronous batch requests'
    : undefined;
}
