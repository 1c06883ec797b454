import { MAX_COLLABORATORS } from '@pontual/contract/shared/instagram-limits.ts';
import { NamesField } from './usernames-field.tsx';

const collaboratorsRule = {
  max: MAX_COLLABORATORS,
  tooMany: `Máximo ${MAX_COLLABORATORS} colaboradores`,
};

interface CollaboratorsFieldProps {
  names: readonly string[];
  locked: boolean;
  onNames: (names: readonly string[]) => void;
}

export function CollaboratorsField({ names, locked, onNames }: CollaboratorsFieldProps) {
  return (
    <NamesField
      label="Colaboradores"
      aside={`${names.length} de ${MAX_COLLABORATORS}`}
      names={names}
      rule={collaboratorsRule}
      locked={locked}
      onNames={onNames}
    />
  );
}
