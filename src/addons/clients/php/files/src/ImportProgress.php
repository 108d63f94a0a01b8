<?php
// $banner

declare(strict_types=1);

namespace StoreApi;

final class ImportProgress
{
    /**
     * @param int $done calls with an outcome, refused ones included
     * @param int $failed calls that were refused
     */
    public function __construct(
        public readonly int $done,
        public readonly int $failed,
        public readonly int $total,
    ) {
    }
}
