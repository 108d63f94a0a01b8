<?php
// $banner

declare(strict_types=1);

namespace StoreApi\Internal;

use StoreApi\StoreError;

/** @internal the former name of a property */
final class Renamed
{
    public static function reason(StoreError $error, string $name): string
    {
        if ($name !== 'reason') {
            throw new \Error('Undefined property: ' . $error::class . "::\${$name}");
        }
        trigger_error('reason is called fault now', E_USER_DEPRECATED);
        return $error->fault;
    }
}
