import { inject, expect, test } from 'vitest';
import { writeTableTypes } from '../../../testing/table-types.ts';
import { createDatabase } from '../../../testing/test-cluster.ts';
import { aDatabaseName } from '../../../testing/test-database.ts';

test('tables.ts is the migrated schema', async () => {
  const { url, drop } = await createDatabase(inject('clusterUrl'), aDatabaseName());
  try {
    await expect(writeTableTypes(url)).resolves.toMatchFileSnapshot('tables.ts');
  } finally {
    await drop();
  }
});
