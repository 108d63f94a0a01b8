import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.UUID;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A separate shop for each test: a sandbox of the server at STORE_API_URL. */
class Shop implements BeforeEachCallback, AfterEachCallback {
  private static final String SERVER = System.getenv("STORE_API_URL");
  private final String name = "junit-" + UUID.randomUUID();
  final String url = SERVER + "/sandbox/" + name;

  public void beforeEach(ExtensionContext test) { request("POST", SERVER + "/control/sandboxes", "{\"name\":\"" + name + "\"}"); }

  public void afterEach(ExtensionContext test) { request("DELETE", SERVER + "/control/sandboxes/" + name, ""); }

  /** An operation by plain HTTP, as the program under test would call it. */
  String call(String operation, String params) { return request("POST", url + "/api/rpc/" + operation, params); }

  /** The test control. If `control("calls/verify", …)` fails, its error names the most similar calls. */
  void control(String path, String body) { request("POST", url + "/control/" + path, body); }

  private static String request(String method, String address, String body) {
    try {
      var request = HttpRequest.newBuilder(URI.create(address)).method(method, HttpRequest.BodyPublishers.ofString(body))
          .header("Content-Type", "application/json").header("Authorization", "Basic YWRtaW46YWRtaW4xMjM=").build(); // admin:admin123
      var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
      if (answer.statusCode() >= 400) throw new AssertionError(method + " " + address + ": " + answer.body());
      return answer.body();
    } catch (java.io.IOException | InterruptedException error) {
      throw new AssertionError(method + " " + address + " got no answer", error);
    }
  }
}
