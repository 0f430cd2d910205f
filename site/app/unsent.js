// What somebody has typed and not sent stays when a new screen comes, unless that screen says otherwise about the field.

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */

/** What a field shows without anybody having touched it. @param {Field} field */
function given(field) {
  if (!(field instanceof HTMLSelectElement)) {
    return field instanceof HTMLInputElement && isBox(field) ? String(field.defaultChecked) : field.defaultValue;
  }
  const chosen = [...field.options].filter((option) => option.defaultSelected);
  return (chosen.at(-1) ?? field.options[0])?.value ?? "";
}

/** @param {HTMLInputElement} field */
const isBox = (field) => ["checkbox", "radio"].includes(field.type);

/** @param {Field} field */
const now = (field) => (field instanceof HTMLInputElement && isBox(field) ? String(field.checked) : field.value);

/** @param {Field} field @param {string} value */
function put(field, value) {
  if (field instanceof HTMLInputElement && isBox(field)) field.checked = value === "true";
  else field.value = value;
}

/** Whether somebody has typed or chosen something in there. @param {Element} place */
export function isTouched(place) {
  const fields = /** @type {NodeListOf<Field>} */ (place.querySelectorAll("input, textarea, select"));
  return [...fields].some((field) => now(field) !== given(field));
}

/**
 * Empties a form that has been sent, so that the next thing can be typed at once.
 * @param {HTMLFormElement} form
 * @returns {() => boolean} puts back what was sent; false if something else has been typed meanwhile
 */
export function emptied(form) {
  const fields = /** @type {NodeListOf<Field>} */ (form.querySelectorAll("input, textarea, select"));
  const before = [...fields].map((field) => ({ field, value: now(field) }));
  form.reset();
  return () => {
    if (isTouched(form)) return false;
    for (const { field, value } of before) put(field, value);
    return true;
  };
}

/**
 * Remembers what is not sent yet.
 * @param {HTMLElement} place
 * @returns {() => void} puts it back, to be called when the new screen stands
 */
export function unsent(place) {
  const fields = /** @type {NodeListOf<Field>} */ (place.querySelectorAll("form input, form textarea, form select"));
  const touched = [...fields]
    .filter((field) => field.id && field.type !== "hidden" && now(field) !== given(field))
    .map((field) => ({ id: field.id, name: field.name, before: given(field), value: now(field) }));
  return () => {
    for (const { id, name, before, value } of touched) {
      const field = /** @type {Field | null} */ (document.getElementById(id));
      if (field && place.contains(field) && field.name === name && given(field) === before) put(field, value);
    }
  };
}
