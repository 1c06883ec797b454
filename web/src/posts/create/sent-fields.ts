import { fitField, fitsOf } from './fit-rules.ts';
import { optionFields } from './options/option-fields.ts';
import { fromFields } from './when/wall-fields.ts';
import type { Aim, EditingStep } from './wizard-state.ts';

/** The multipart fields of a post (specification, section 7), without those that say nothing. */
export function fieldsOf({ form, mediaType }: EditingStep, aim: Aim): Record<string, string> {
  const scheduledTime = fromFields(form.when)?.toISOString();
  return {
    caption: form.caption,
    ...(scheduledTime === undefined ? {} : { scheduledTime }),
    ...(aim === 'draft' ? {} : { demo: String(aim === 'demo') }),
    ...(mediaType === null
      ? {}
      : {
          mediaType,
          ...fitField(fitsOf(form.files, mediaType)),
          ...optionFields(form, mediaType),
        }),
  };
}
