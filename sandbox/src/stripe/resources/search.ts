import { createInvalidParamError } from '../api/api-error.ts';

type Clause = { field: string; key: string; value: string };

const CLAUSE = /^(\w+)(?:\[["'](.+?)["']\])?\s*:\s*["'](.*)["']$/;
const FIELDS = new Set(['email', 'name', 'phone', 'metadata']);

/**
 * Parses `email:'x' AND metadata['user_id']:'y'`, the part of the query language that compares for equality.
 */
export function readQuery(query: string): Clause[] {
  return query.split(/\s+AND\s+/i).map((part) => {
    const [, field = '', key = '', value = ''] = CLAUSE.exec(part.trim()) ?? [];
    if (!FIELDS.has(field) || (field === 'metadata') !== (key !== '')) {
      throw createInvalidParamError('query', `We were unable to parse the query: ${part}`);
    }
    return { field, key, value };
  });
}

type SearchableCustomer = {
  email: string | null;
  name: string | null;
  phone: string | null;
  metadata: Record<string, string>;
};

export function matches(object: SearchableCustomer, clauses: readonly Clause[]): boolean {
  return clauses.every(({ field, key, value }) => {
    switch (field) {
      case 'metadata':
        return object.metadata[key] === value;
      case 'email':
        return object.email?.toLowerCase() === value.toLowerCase();
      case 'name':
        return object.name === value;
      default:
        return object.phone === value;
    }
  });
}
