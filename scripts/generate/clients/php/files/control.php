/** The test control refused a call, or could not be reached: $status is 0 then. */
final class ControlError extends \RuntimeException
{
    /**
     * @param int $status 400 breaks the schema, 422 a rule, 403 not allowed, 404 not there; 0 = no answer
     * @param list<array{message: string, field?: string}> $errors
     */
    public function __construct(
        public readonly string $operation,
        public readonly int $status,
        public readonly array $errors,
    ) {
        parent::__construct("{$operation}: " . implode('; ', array_column($errors, 'message')), $status);
    }
}

/**
 * A client of the test control of a running service.
 *
 *     $control = new Control('http://127.0.0.1:8080');
 *     $order = $control->placeOrder(['customer_id' => 1, 'items' => [['sku' => 'mug-01', 'qty' => 2]]]);
 */
final class Control
{
    /**
     * @param string $url where the service is
     * @param string|null $token the service's CONTROL_TOKEN, if it has one
     * @param string|null $sandbox the sandbox that is spoken to; without it the shop itself
     * @param float $timeout seconds until a call is given up; 0 waits forever
     */
    public function __construct(
        private readonly string $url,
        private readonly ?string $token = null,
        private readonly ?string $sandbox = null,
        private readonly float $timeout = 30.0,
    ) {
    }

    /**
     * @param array<string, mixed> $query
     * @param array<string, mixed>|null $body
     */
    private function send(
        string $operation,
        string $method,
        string $path,
        array $query,
        ?array $body = null,
        ?string $key = null,
    ): mixed {
        $search = http_build_query(array_map(
            static fn (mixed $value): mixed => is_bool($value) ? ($value ? 'true' : 'false') : $value,
            array_filter($query, static fn (mixed $value): bool => $value !== null),
        ));
        $curl = curl_init(rtrim($this->url, '/') . $path . ($search === '' ? '' : "?{$search}"));
        $headers = ['Accept: application/json'];
        if ($this->token !== null) {
            $headers[] = "Authorization: Bearer {$this->token}";
        }
        if ($this->sandbox !== null) {
            $headers[] = "X-Sandbox: {$this->sandbox}";
        }
        if ($key !== null) {
            $headers[] = "Idempotency-Key: {$key}";
        }
        if ($body !== null) {
            $headers[] = 'Content-Type: application/json';
            $json = json_encode((object) $body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
            curl_setopt($curl, CURLOPT_POSTFIELDS, $json);
        }
        curl_setopt_array($curl, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT_MS => (int) ceil($this->timeout * 1000),
        ]);
        $text = curl_exec($curl);
        if (!is_string($text)) {
            throw new ControlError($operation, 0, [['message' => curl_error($curl)]]);
        }
        $status = (int) curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        $answer = $text === '' ? null : json_decode($text, true);
        if ($status < 300) {
            return $answer;
        }
        $errors = is_array($answer) ? ($answer['errors'] ?? []) : [];
        throw new ControlError($operation, $status, $errors === [] ? [['message' => "HTTP {$status}"]] : $errors);
    }
