/** The images of one product per store view, and their changes (catalog 7.1 to 7.6). */
import type { ImageTexts, ProductDoc, ProductImage, ScopedValues } from "../../data/entities/catalog.js";
import type { Scope } from "../../stores/directory.js";
import { imageRoles, type ImageInput, type ImageRole } from "./image-data.js";
import { nextPosition } from "../attribute-values/positions.js";
import { unsignedInt } from "../../../engine/values/whole-numbers.js";
import {
  defaultValueKey,
  effectiveValue,
  withChanges,
  writeKey,
  type ValueChange,
} from "../attribute-values/scoped-values.js";

/** Role attributes have values per store view. */
const roleScope = "store";

/** The value of a role without an image. */
export const noImage = "no_selection";

/** An image in a store view. */
export interface ImageView {
  readonly file: string;
  readonly label: string;
  readonly position: number;
  readonly exclude: boolean;
  readonly types: ImageRole[];
}

/** All images, by position in the store view, then by creation. */
export function imagesAt(product: ProductDoc, scope: Scope): ImageView[] {
  return product.images
    .map((image) => ({ image, view: imageAt(product, image, scope) }))
    .sort((a, b) => a.view.position - b.view.position || a.image.value_id - b.image.value_id)
    .map(({ view }) => view);
}

export function imageAt(product: ProductDoc, { file, stores }: ProductImage, scope: Scope): ImageView {
  const {
    label = "",
    position = 0,
    exclude = false,
  } = { ...stores[defaultValueKey], ...stores[scope.store_id] };
  const types = imageRoles.filter((role) => fileOfRole(product.values, role, scope) === file);
  return { file, label, position, exclude, types };
}

function fileOfRole(values: ScopedValues, role: ImageRole, scope: Scope) {
  return effectiveValue(values, role, roleScope, scope);
}

export function imageOf(product: ProductDoc, file: string): ProductImage | undefined {
  return product.images.find((image) => image.file === file);
}

export interface NewImage {
  readonly value_id: number;
  readonly file: string;
  readonly input: Pick<ImageInput, "texts" | "roles">;
}

/** Adds an image. Its texts are stored as defaults and for the given store. */
export function withNewImage(
  product: ProductDoc,
  { value_id, file, input }: NewImage,
  scope: Scope,
): ProductDoc {
  const position = nextPosition(highestPosition(product), unsignedInt);
  const texts: ImageTexts = { label: "", position, exclude: false, ...input.texts };
  const image: ProductImage = {
    value_id,
    file,
    stores: { [defaultValueKey]: texts, [scope.store_id]: texts },
  };
  return {
    ...product,
    images: [...product.images, image],
    values: withRoles(product.values, file, input.roles ?? [], scope),
  };
}

function highestPosition({ images }: ProductDoc): number {
  return images.reduce((highest, { stores }) => Math.max(highest, stores[defaultValueKey]?.position ?? 0), 0);
}

/** Changes the given texts and roles of an image in one store. */
export function withChangedImage(
  product: ProductDoc,
  file: string,
  { texts, roles }: Pick<ImageInput, "texts" | "roles">,
  scope: Scope,
): ProductDoc {
  const images = product.images.map((image) =>
    image.file === file && Object.keys(texts).length > 0
      ? {
          ...image,
          stores: { ...image.stores, [scope.store_id]: { ...image.stores[scope.store_id], ...texts } },
        }
      : image,
  );
  return {
    ...product,
    images,
    values: roles ? withRoles(product.values, file, roles, scope) : product.values,
  };
}

/** Sets the roles of an image in a store; it loses all others. */
function withRoles(
  values: ScopedValues,
  file: string,
  roles: readonly ImageRole[],
  scope: Scope,
): ScopedValues {
  const key = writeKey(roleScope, scope);
  const changes = imageRoles.flatMap((code): ValueChange[] => {
    if (roles.includes(code)) return [{ code, key, value: file }];
    return fileOfRole(values, code, scope) === file ? [{ code, key, value: noImage }] : [];
  });
  return withChanges(values, changes);
}

/** Removes an image. Its roles are unset in store 0 and fall back to the default in store views. */
export function withoutImage(product: ProductDoc, file: string): ProductDoc {
  const changes = Object.entries(product.values).flatMap(([key, row]) =>
    imageRoles
      .filter((code) => row[code] === file)
      .map((code) => ({ code, key, value: key === defaultValueKey ? noImage : undefined })),
  );
  return {
    ...product,
    images: product.images.filter((image) => image.file !== file),
    values: withChanges(product.values, changes),
  };
}
