import { AUDIO_NAME_MAX } from '@pontual/contract/posts/post-changes.ts';
import type { ReactNode } from 'react';
import { TextField } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { ReelsFields } from '../form.rules.ts';
import { CollaboratorsField } from './collaborators-field.tsx';

export type ReelsValues = Pick<ReelsFields, 'shareToFeed' | 'audioName' | 'collaborators'>;

interface ReelsOptionsProps {
  values: ReelsValues;
  locked: boolean;
  onOptions: (change: Partial<ReelsValues>) => void;
  children?: ReactNode;
}

export function ReelsOptions({ values, locked, onOptions, children }: ReelsOptionsProps) {
  const { shareToFeed, audioName, collaborators } = values;
  return (
    <>
      <Switch
        label="Mostrar também no feed"
        hint="O Reels aparece na grade do seu perfil."
        checked={shareToFeed}
        disabled={locked}
        onChecked={(checked) => onOptions({ shareToFeed: checked })}
      />
      {children === undefined || children === null ? null : (
        <div className="mt-3.5 border-t border-line pt-3.5">{children}</div>
      )}
      <div className="mt-3.5 grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Nome do áudio"
          value={audioName}
          maxLength={AUDIO_NAME_MAX}
          disabled={locked}
          autoComplete="off"
          onChange={(event) => onOptions({ audioName: event.target.value })}
        />
        <CollaboratorsField
          names={collaborators}
          locked={locked}
          onNames={(names) => onOptions({ collaborators: names })}
        />
      </div>
    </>
  );
}
